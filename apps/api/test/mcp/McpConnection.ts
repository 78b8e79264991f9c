import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { fileURLToPath } from "node:url"

/** The revisions of the protocol that current clients use. */
export const revisions = ["2026-07-28", "2025-11-25"] as const
export type Revision = (typeof revisions)[number]

/** The ways in which a client reaches the server. */
export const transports = ["HTTP", "stdio"] as const
type TransportName = (typeof transports)[number]

interface Server {
  readonly origin: string
}

/** The differences from the usual requests over HTTP. */
interface HttpOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>
}

const httpTransport = ({ origin }: Server, key: string, { fetch, headers }: HttpOptions) =>
  new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}`, ...headers } },
    ...(fetch === undefined ? {} : { fetch })
  })

/** The command `mon`, which agents start. */
const monProgram = fileURLToPath(new URL("../../../../packages/cli/src/bin.ts", import.meta.url))

const stdioTransport = ({ origin }: Server, key: string) =>
  new StdioClientTransport({
    command: process.execPath,
    args: ["--conditions=@mon/source", monProgram, "mcp"],
    env: { MON_URL: origin, MON_API_KEY: key }
  })

/** Connects the client of the official SDK. Close it after use. */
export const connectClient = async (
  server: Server,
  key: string,
  revision: Revision = "2026-07-28",
  transport: TransportName = "HTTP",
  options: HttpOptions = {}
): Promise<Client> => {
  const mode = revision === "2025-11-25" ? "legacy" : { pin: revision }
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } })
  await client.connect(transport === "HTTP" ? httpTransport(server, key, options) : stdioTransport(server, key))
  return client
}

/** Returns the text of the only part of a result. */
export const textOf = ({ content }: { readonly content?: unknown }): string => {
  const [part]: ReadonlyArray<unknown> = Array.isArray(content) ? content : []
  const { text = "" } = (part ?? {}) as { readonly text?: string }
  return text
}

export const answerOf = (result: { readonly content?: unknown }): Readonly<Record<string, unknown>> =>
  JSON.parse(textOf(result))
