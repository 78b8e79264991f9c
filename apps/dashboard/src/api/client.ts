const BASE = "/api/v1"

/**
 * The number of attempts for a request whose response is lost. A change repeats its Idempotency-Key, so it happens only
 * once.
 */
const ATTEMPTS = 3

/** The error of a response that is not a success, with the message of the API. Status 0: there was no response. */
export class ApiProblem extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

// `randomUUID` is not available over plain HTTP.
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")

const toSignIn = (): never => {
  const { pathname, search } = globalThis.location
  globalThis.location.assign(`/signin?next=${encodeURIComponent(pathname + search)}`)
  throw new ApiProblem(401, "")
}

/** Opens the page to set up the second factor, which the account requires before anything else. */
const toSecondFactor = (): never => {
  globalThis.location.assign("/settings/second-factor")
  throw new ApiProblem(403, "")
}

/** Opens the page of an account that is suspended, or that will be deleted unless its owner decides to keep it. */
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

/** Reads the `data` of a response. The cast is safe because the API contract guarantees the type. */
export const read = async <A>(path: string, signal?: AbortSignal): Promise<A> =>
  (await send("GET", path, undefined, signal)).data as A

/** Returns the error of a response. A proxy in front of the service sends pages instead of a message. */
const problemOf = async (response: Response): Promise<ApiProblem> => {
  const answer = (await response.json().catch(() => ({ success: false }))) as Answer
  return new ApiProblem(response.status, answer.message ?? "")
}

export const readText = async (path: string): Promise<string> => {
  const response = await attempt(path, { credentials: "same-origin" }, ATTEMPTS)
  if (response.status === 401) return toSignIn()
  if (!response.ok) throw await problemOf(response)
  return response.text()
}

export const readFile = async (path: string): Promise<Blob> => {
  const response = await attempt(path, { credentials: "same-origin" }, 1)
  if (response.status === 401) return toSignIn()
  if (!response.ok) throw await problemOf(response)
  return response.blob()
}

/**
 * Sends a change to the API. The change happens only once, even if the connection breaks and the request is repeated.
 */
export const change = async <A>(
  method: "POST" | "PATCH" | "PUT" | "DELETE",
  path: string,
  body?: unknown
): Promise<A> => (await send(method, path, body)).data as A
