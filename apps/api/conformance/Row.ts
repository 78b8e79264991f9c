import { mismatch, integer, type Shape } from "./Shape.ts"
import type { ApiResponse, SendRequest } from "./Service.ts"

/** The account that the rows run with. */
export interface Account {
  readonly plan: string
  readonly limits: Readonly<Record<string, unknown>>
}

/** The context of a row. */
export interface Fixture {
  readonly send: SendRequest
  readonly account: Account
  /** A text that occurs in no existing name. */
  readonly unique: string
  /** Registers a cleanup step. Steps run at the end, in reverse order. */
  readonly later: (undo: () => Promise<unknown>) => void
  /** Ids of domains, tags, webhooks, ... that earlier rows created. */
  readonly known: Map<string, string>
}

/** A row of the interface. */
export interface Row {
  readonly section: string
  /** Method and path, as written in the interface. */
  readonly endpoint: string
  readonly says: string
  readonly judge: (fixture: Fixture) => Promise<void>
}

/** The row cannot be checked with this account. */
export class NotJudged extends Error {}

export const row = (section: string, endpoint: string, says: string, judge: Row["judge"]): Row => ({
  section,
  endpoint,
  says,
  judge
})

const fail = (sentence: string): never => {
  throw new Error(sentence)
}

/** Checks the status, the body and the headers of every response (interface 8.1). */
export const expectResponse = (response: ApiResponse, status: number, body: Shape): void => {
  if (response.status !== status)
    fail(`status is ${response.status} and not ${status}: ${JSON.stringify(response.body)?.slice(0, 200)}`)
  const found = mismatch(body, response.body)
  if (found !== null) fail(found)
  for (const name of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]) {
    const value = response.headers.get(name)
    if (value === null || !/^\d+$/u.test(value)) fail(`the header ${name} is ${value}`)
  }
}

/** Checks for a success whose `data` has a shape. */
export const expectData = (response: ApiResponse, status: 200 | 201, data: Shape): void =>
  expectResponse(response, status, { success: true, data })

/** Checks for one page of a list. */
export const expectPage = (response: ApiResponse, item: Shape, limit: number): void =>
  expectResponse(response, 200, {
    success: true,
    data: [item],
    pagination: { total: integer, page: 1, limit, totalPages: integer }
  })

/** Checks for an error with exactly the fields `success` and `message`. */
export const expectError = (response: ApiResponse, status: number, message: Shape): void => {
  expectResponse(response, status, { success: false, message })
  const fields = Object.keys(response.body ?? {})
    .toSorted()
    .join()
  if (fields !== "message,success") fail(`an error has the fields ${fields}`)
}

export const expectThat = (holds: boolean, sentence: string): void => {
  if (!holds) fail(sentence)
}

/** The id of a created resource. */
export const idOf = ({ data }: ApiResponse): string => {
  const { id } = data
  return typeof id === "string" ? id : fail("there is no id")
}

/** The id of a resource that an earlier row created. */
export const needed = ({ known }: Fixture, what: string): string => {
  const found = known.get(what)
  if (found === undefined) throw new NotJudged(`no ${what} was created`)
  return found
}
