import type { SourceObject } from "../reading/SourceObject.ts"
import { switchOf } from "../reading/switchOf.ts"
import type { Group } from "./Group.ts"
import { plainText, shortened } from "./plainText.ts"

/** The words in several languages that tools and people use for paused monitors. */
const PAUSED: ReadonlySet<string> = new Set(
  "paused|pause|disabled|inactive|not active|deactivated|stopped|suspended|on hold|archived|muted|pausiert|deaktiviert|inaktiv|angehalten|gestoppt|aus|nein|en pausa|pausado|pausada|desactivado|desactivada|inactivo|inactiva|en pause|désactivé|inactif|non|in pausa|sospeso|disattivato|inattivo|desativado|inativo|não|gepauzeerd|uitgeschakeld|inactief|nee|uit|wstrzymany|wyłączony|nieaktywny|nie".split(
    "|"
  )
)

/** The words for active monitors and for their states. The numbers are from version 2 of UptimeRobot's API. */
const ACTIVE: ReadonlySet<string> = new Set(
  "active|enabled|started|running|live|monitoring|up|down|ok|online|offline|healthy|unhealthy|degraded|success|successful|failed|failing|error|warning|critical|pending|checking|not checked yet|not checked|seems down|new|2|8|9|aktiv|aktiviert|ein|an|ja|activo|activado|sí|actif|activé|oui|attivo|attivato|ativo|ativado|sim|actief|ingeschakeld|aan|aktywny|włączony|tak".split(
    "|"
  )
)

const isActiveBy = (value: unknown): boolean | undefined => {
  const word = String(value)
    .trim()
    .toLowerCase()
    .replaceAll(/[_\-\s]+/gu, " ")
  return PAUSED.has(word) ? false : ACTIVE.has(word) ? true : switchOf(value)
}

const NAME_LENGTH = 200
const STATE_LENGTH = 40

/** Returns whether a text is a placeholder that Mon or another program shows instead of a secret. */
export const isPlaceholder = (value: string): boolean => /^(?:\*{3,}|•+|sealed:[0-9a-f]{16}|<secret>)$/u.test(value)

export const PLACEHOLDER = "The source has a placeholder instead of the value."

export class NamedDraft {
  readonly group: Group
  readonly id: string
  /** The fields for the configuration file that need no further conversion. */
  readonly fields: Record<string, unknown> = {}
  /** The names of the monitor's tags in the source. */
  readonly tags: Array<string> = []
  /** The ids that the monitor's channels have in the source. */
  readonly channels: Array<string> = []

  constructor(group: Group, id: string) {
    this.group = group
    this.id = id
  }

  nameFrom(source: SourceObject, field: string): void {
    const text = source.text(field)
    if (text === undefined) return
    const name = shortened(plainText(text), NAME_LENGTH)
    if (name === "") return source.leftOut(field, "The name has no visible characters.")
    this.fields["name"] = name
    if (name === text) source.carried(field, "name")
    else source.changed(field, "name", "Control characters, leading and trailing spaces, and extra length are removed.")
  }

  /**
   * Sets `paused` from a source field that says whether the monitor is active or, with `isNegative`, whether it is
   * paused. An unknown word never makes a monitor active.
   */
  activeFrom(source: SourceObject, field: string, isNegative = false): void {
    const value = source.value(field)
    if (value === undefined || value === null || value === "") return source.used(field)
    const isOn = switchOf(value)
    const isActive = isNegative && isOn !== undefined ? !isOn : isActiveBy(value)
    if (isActive === true) return source.used(field)
    this.fields["paused"] = true
    if (isActive === false) source.carried(field, "paused")
    else
      source.changed(
        field,
        "paused",
        `Mon does not know the state ${JSON.stringify(shortened(String(value), STATE_LENGTH))}, so the monitor is paused.`
      )
  }
}
