import { isPublicId } from "@mon/model"
import { type Signal, signalKinds } from "./Signals.ts"

const NONE = "-"
const KEY = /^\d{1,19}$/u

const isKind = (text: string): text is Signal["kind"] => signalKinds.some((kind) => kind === text)

const keyOf = (text: string): string | null => (KEY.test(text) ? text : null)

/** Reads a payload of the function `mon_signal`; null for one that another release wrote. */
export const parseSignal = (payload: string): Signal | null => {
  const [kind = "", account = NONE, monitor = NONE, id = NONE, user = NONE] = payload.split(" ")
  if (!isKind(kind)) return null
  return {
    kind,
    accountKey: keyOf(account),
    monitorKey: keyOf(monitor),
    id: isPublicId(id) ? id : null,
    userKey: keyOf(user)
  }
}
