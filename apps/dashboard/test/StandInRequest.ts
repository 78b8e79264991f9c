export type Body = Readonly<Record<string, unknown>>

export interface StandInRequest {
  readonly method: string
  readonly group: string
  readonly id: string | undefined
  readonly rest: string | undefined
  readonly query: URLSearchParams
  readonly body: Body
}
