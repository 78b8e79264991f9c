const BASE = "/api/v1"

/** Attempts of a request whose answer was lost. A change repeats its Idempotency-Key, so it happens once. */
const ATTEMPTS = 3

/** An answer that is not a success, with the sentence that the API gives. Status 0: there was no answer. */
export class ApiProblem extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

// randomUUID does not exist on plain HTTP.
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")

const toSignIn = (): never => {
  const { pathname, search } = globalThis.location
  globalThis.location.assign(`/signin?next=${encodeURIComponent(pathname + search)}`)
  throw new ApiProblem(401, "")
}

/** The account requires a second factor, and the person must set it up before anything else. */
const toSecondFactor = (): never => {
  globalThis.location.assign("/settings/second-factor")
  throw new ApiProblem(403, "")
}

/** The account will be deleted, and its owner can keep it; or it is suspended. */
const toAccount = (): never => {
  globalThis.location.assign("/settings/account")
  throw new ApiProblem(403, "")
}

const attempt = async (path: string, init: RequestInit, left: number): Promise<Response> => {
  try {
    return await fetch(BASE + path, init)
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    if (left <= 1) throw new ApiProblem(0, "")
    return attempt(path, init, left - 1)
  }
}

const send = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> => {
  const response = await attempt(
    path,
    {
      method,
      credentials: "same-origin",
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(method === "GET" ? {} : { "Idempotency-Key": newKey() })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal })
    },
    method === "GET" ? 1 : ATTEMPTS
  )
  if (response.status === 401) return toSignIn()
  if (response.headers.get("Mon-Second-Factor") === "required") return toSecondFactor()
  if (response.headers.has("Mon-Account")) return toAccount()
  const answer = (await response.json().catch(() => ({ success: false, message: "" }))) as Answer
  if (!response.ok || !answer.success) throw new ApiProblem(response.status, answer.message ?? "")
  return answer
}

interface Answer {
  readonly success: boolean
  readonly message?: string
  readonly data?: unknown
}

/** Reads `data`. The contract promises its form. */
export const read = async <A>(path: string, signal?: AbortSignal): Promise<A> =>
  (await send("GET", path, undefined, signal)).data as A

/** Reads an answer that is a text. */
export const readText = async (path: string): Promise<string> => {
  const response = await attempt(path, { credentials: "same-origin" }, ATTEMPTS)
  if (response.status === 401) return toSignIn()
  const text = await response.text()
  if (!response.ok) throw new ApiProblem(response.status, (JSON.parse(text) as Answer).message ?? "")
  return text
}

/** Reads an answer that is a file. */
export const readFile = async (path: string): Promise<Blob> => {
  const response = await attempt(path, { credentials: "same-origin" }, 1)
  if (response.status === 401) return toSignIn()
  if (response.ok) return response.blob()
  const answer = (await response.json().catch(() => ({ success: false }))) as Answer
  throw new ApiProblem(response.status, answer.message ?? "")
}

/** Makes a change, once, however often the connection breaks. */
export const change = async <A>(
  method: "POST" | "PATCH" | "PUT" | "DELETE",
  path: string,
  body?: unknown
): Promise<A> => (await send(method, path, body)).data as A
