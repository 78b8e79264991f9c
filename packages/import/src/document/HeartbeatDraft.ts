import { heartbeatLimits, isPingToken, monitorKinds } from "@mon/model"
import type { SourceObject } from "../reading/SourceObject.ts"
import type { Key } from "./keyOf.ts"
import { isPlaceholder, NamedDraft, PLACEHOLDER } from "./NamedDraft.ts"
import type { PlacedMonitor } from "./placeMonitor.ts"
import type { SecretNames } from "./SecretNames.ts"

type Duration = "every" | "lateAfter" | "maxRuntime" | "minRuntime"

const { everyMinimum, seconds: limits, token: tokenLength } = heartbeatLimits

const UNFIT = `A token in Mon has ${tokenLength.minimum} to ${tokenLength.maximum} letters, digits, - and _, but not exactly ${heartbeatLimits.pingKeyLength}. The job needs the pingUrl of the heartbeat.`

/** The reason why a heartbeat or service does not have the email addresses that receive its alerts in the source. */
export const NO_EMAILS = "Heartbeats and services in Mon have no ccEmails: use routes."

export class HeartbeatDraft extends NamedDraft {
  schedule: Readonly<Record<string, unknown>> | null = null
  #token: { readonly field: string; readonly value: string } | null = null

  /**
   * Sets a duration in seconds, within the limits of Mon. `note` explains how the meaning of the duration differs from
   * the source.
   */
  setSeconds(path: string, to: Duration, seconds: number, note?: string): void {
    const minimum = to === "every" ? everyMinimum : limits.minimum
    const clamped = Math.min(limits.maximum, Math.max(minimum, Math.round(seconds)))
    if (to === "every") this.schedule = { every: clamped }
    else this.fields[to] = clamped
    const place = to === "every" ? "schedule" : to
    if (note === undefined && clamped === seconds) this.group.carried(path, place)
    else this.group.changed(path, place, note ?? `${seconds} s became ${clamped} s.`)
  }

  secondsFrom(source: SourceObject, field: string, to: Duration): void {
    const seconds = source.number(field)
    if (seconds === undefined) return
    source.taken(field)
    this.setSeconds(source.pathOf(field), to, seconds)
  }

  /** Records that the source expects no runs at certain times, so no run counts as late. */
  expectsNothing(path: string): void {
    this.fields["lateAfter"] = null
    this.group.changed(path, "lateAfter", "The source expects no runs at certain times, so no run is late.")
  }

  tokenFrom(source: SourceObject, field: string, value: string): void {
    source.taken(field)
    if (isPlaceholder(value)) source.leftOut(field, PLACEHOLDER)
    else if (isPingToken(value)) this.#token = { field: source.pathOf(field), value }
    else source.leftOut(field, UNFIT)
  }

  /**
   * Returns the heartbeat's entry in the file, or null if the heartbeat is left out. `tokens` contains the tokens in
   * the file, each with the path of its heartbeat.
   */
  place(keyFor: (id: string) => Key, secrets: SecretNames, tokens: Map<string, string>): PlacedMonitor | null {
    if (this.group.isSkipped) return null
    const section = monitorKinds.heartbeat.plural
    const key = keyFor(this.id)
    const path = `${section}.${key}`
    this.group.path = path
    const entry = {
      name: this.group.name,
      ...this.fields,
      ...(this.schedule === null ? {} : { schedule: this.schedule })
    }
    if (this.#token === null) return { section, key, entry }
    const { field, value } = this.#token
    const other = tokens.get(value)
    if (other !== undefined) {
      this.group.leftOut(field, `${other} in the file has the same token. The job needs the pingUrl of the heartbeat.`)
      return { section, key, entry }
    }
    tokens.set(value, path)
    this.group.carried(field, "token")
    return { section, key, entry: { ...entry, token: secrets.textFor(`${path}.token`, value) } }
  }
}
