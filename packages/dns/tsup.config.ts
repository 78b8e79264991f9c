import { lazyBuiltins } from "@mon/tooling/lazyBuiltins"
import { library } from "@mon/tooling/tsup"

export default library({
  entry: ["src/effect.ts", "src/index.ts"],
  esbuildPlugins: [lazyBuiltins()],
  embedsEffect: ["src/index.ts"],
  lazily: {
    "src/dnsClients.ts": ["makeHttpsClient", "makeNodeClient", "makeTlsClient", "makeUdpClient", "makeZoneClient"],
    "src/ServerClient.ts": ["makeServerClient"]
  }
})
