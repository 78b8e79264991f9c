import type { ApiResponse } from "../ApiConnection.ts"
import type { TestApi, World } from "../World.ts"

/** A visitor whose browser stores cookies and sends the origin of forms. */
export interface Visitor {
  readonly cookies: Map<string, string>
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<ApiResponse>
  readonly post: (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>
  ) => Promise<ApiResponse>
  /** Sends a request to the API in the same way as the dashboard. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<ApiResponse>
}

let visitors = 0

/** Settings of a server that trusts the X-Forwarded-For header of visitors. */
export const behindProxy = { trustedProxies: ["127.0.0.0/8"] }

/** Returns an address in a network that no other visitor has. */
const newNetwork = (): string => {
  visitors += 1
  return `198.18.${visitors >> 8}.${visitors & 255}`
}

export const visitor = ({ send, origin }: TestApi, from = newNetwork()): Visitor => {
  const cookies = new Map<string, string>()
  const storeCookies = (response: ApiResponse): ApiResponse => {
    for (const line of [response.headers["set-cookie"] ?? []].flat()) {
      const [pair = ""] = line.split(";")
      const [name = "", value = ""] = pair.split("=")
      if (line.includes("Max-Age=0")) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const headers = (more: Readonly<Record<string, string>>) => ({
    Accept: "text/html",
    "X-Forwarded-For": from,
    ...(cookies.size === 0 ? {} : { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
    ...more
  })
  return {
    cookies,
    get: async (path, more = {}) => storeCookies(await send("GET", path, { headers: headers(more) })),
    post: async (path, fields, more = {}) =>
      storeCookies(
        await send("POST", path, {
          body: new URLSearchParams(fields).toString(),
          headers: headers({ Origin: origin, ...more })
        })
      ),
    call: async (method, path, body) =>
      storeCookies(
        await send(method, `/api/v1${path}`, {
          headers: headers({ Accept: "application/json", "Sec-Fetch-Site": "same-origin" }),
          ...(body === undefined ? {} : { body })
        })
      )
  }
}

/** Returns the path of the link in the newest email to an address. */
export const linkTo = ({ mails }: World, email: string): string => {
  const text = mails.findLast(({ to }) => to === email)?.text ?? ""
  return /https?:\/\/[^/\s]+(\/\S+)/u.exec(text)?.[1] ?? ""
}

/** A password that is long enough and is not part of any test's address. */
export const PASSWORD = "four words make one"

/** Signs up and confirms the address. The visitor is then signed in. */
export const signUp = async (world: World, api: TestApi, email: string): Promise<Visitor> => {
  const person = visitor(api)
  await person.post("/signup", { email })
  const response = await person.post(linkTo(world, email), { name: "Ann", password: PASSWORD })
  if (response.status !== 303) throw new Error(`Not signed up: ${response.status} ${response.text.slice(0, 2_000)}`)
  return person
}
