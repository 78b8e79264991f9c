export type Body = Readonly<Record<string, unknown>>

/** A request to the stand-in: the parts of its path below /api/v1. */
export interface StandInRequest {
  readonly method: string
  readonly group: string
  readonly id: string | undefined
  readonly rest: string | undefined
  readonly query: URLSearchParams
  readonly body: Body
}
