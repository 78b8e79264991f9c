import type { ChannelRequest } from "../Channel.ts"

export const jsonRequest = (
  method: ChannelRequest["method"],
  url: string,
  content: unknown,
  headers: Readonly<Record<string, string>> = {}
): ChannelRequest => ({
  method,
  url,
  headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(content)
})

export const formRequest = (
  url: string,
  fields: Readonly<Record<string, string | null>>,
  headers: Readonly<Record<string, string>> = {}
): ChannelRequest => ({
  method: "POST",
  url,
  headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
  body: new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== null)
  ).toString()
})
