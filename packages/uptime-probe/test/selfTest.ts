import { testIcmp } from "../src/index.ts"

// The program of `icmp-rights.long.test.ts`.
process.stdout.write(JSON.stringify(await testIcmp()))
