import type { Answer } from "../Ask.ts"
import type { TestApi, World } from "../World.ts"

/** Somebody with a browser that keeps cookies and says where its forms come from. */
export interface Visitor {
  readonly cookies: Map<string, string>
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly post: (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Answer>
}

let visitors = 0

/** Settings of a server that believes where its visitors say they come from. */
export const behindProxy = { trustedProxies: ["127.0.0.0/8"] }

/** A new network for each, unless told. */
const somewhere = (): string => {
  visitors += 1
  return `198.18.${visitors >> 8}.${visitors & 255}`
}

export const visitor = ({ ask, origin }: TestApi, from = somewhere()): Visitor => {
  const cookies = new Map<string, string>()
  const keep = (answer: Answer): Answer => {
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
      const [pair = ""] = line.split(";")
      const [name = "", value = ""] = pair.split("=")
      if (line.includes("Max-Age=0")) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const headers = (more: Readonly<Record<string, string>>) => ({
    Accept: "text/html",
    "X-Forwarded-For": from,
    ...(cookies.size === 0 ? {} : { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
    ...more
  })
  return {
    cookies,
    get: async (path, more = {}) => keep(await ask("GET", path, { headers: headers(more) })),
    post: async (path, fields, more = {}) =>
      keep(
        await ask("POST", path, {
          body: new URLSearchParams(fields).toString(),
          headers: headers({ Origin: origin, ...more })
        })
      )
  }
}

/** The path that the newest mail to an address links to. */
export const linkTo = ({ mails }: World, email: string): string => {
  const text = mails.findLast(({ to }) => to === email)?.text ?? ""
  return /https?:\/\/[^/\s]+(\/\S+)/u.exec(text)?.[1] ?? ""
}

/** Long enough, and nobody's address. */
export const PASSWORD = "four words make one"

/** Signs up, confirms, and is signed in. */
export const signUp = async (world: World, api: TestApi, email: string): Promise<Visitor> => {
  const person = visitor(api)
  await person.post("/signup", { email })
  const answer = await person.post(linkTo(world, email), { name: "Ann", password: PASSWORD })
  if (answer.status !== 303) throw new Error(`Not signed up: ${answer.status} ${answer.text.slice(0, 2_000)}`)
  return person
}
