export interface ApiCall {
  readonly path: string
  readonly method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  readonly body?: unknown
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns the call as a command for a POSIX shell. The command takes the API key from the environment. */
export const curlOf = ({ body, method = "GET", path }: ApiCall, origin: string): string =>
  [
    "curl",
    ...(method === "GET" ? [] : ["-X", method]),
    `-H "X-API-Key: $MON_API_KEY"`,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", "-d", quoted(JSON.stringify(body))]),
    quoted(`${origin}/api/v1${path}`)
  ].join(" ")
