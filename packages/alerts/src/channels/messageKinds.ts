import {
  aBoolean,
  aString,
  type Kind,
  listOf,
  nullable,
  oneOf,
  optional,
  optionsOf,
  shape,
  textLike
} from "@mon/bundled/arguments"
import { linkable } from "../message/Html.ts"
import type { Row, Section } from "../message/Notice.ts"
import type { ChannelLink, ChannelMessage, ChannelPhase, ChannelSeverity, PlainMessage } from "./ChannelMessage.ts"

/**
 * The maximum number of characters in a link. Two links must fit into the smallest message, which is Pushover's with
 * 1,024 characters.
 */
export const LINK_CHARACTERS = 400
/** The maximum number of characters in a key. PagerDuty's keys and Pushover's tags have at most 255. */
const KEY_CHARACTERS = 255

const KEY = /^[\w.:@-]+$/u
const ID = /^[\w.:@-]{1,128}$/u
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z$/u

const keyKind = (): Kind =>
  textLike(
    `1 to ${KEY_CHARACTERS} letters, digits and - _ . : @`,
    (value) => value.length <= KEY_CHARACTERS && KEY.test(value)
  )
export const deliveryIdKind = (): Kind => textLike("1 to 128 letters, digits and - _ . : @", (value) => ID.test(value))
export const timeKind = (): Kind =>
  textLike("a time such as 2026-11-21T13:05:09Z", (value) => UTC_TIME.test(value) && !Number.isNaN(Date.parse(value)))
export const phaseKind = (): Kind =>
  oneOf(
    ...Object.keys({
      opened: true,
      reminder: true,
      acknowledged: true,
      resolved: true,
      notice: true
    } satisfies Record<ChannelPhase, true>)
  )
export const severityKind = (): Kind =>
  oneOf(
    ...Object.keys({ critical: true, error: true, warning: true, info: true } satisfies Record<ChannelSeverity, true>)
  )

const linkKind = (): Kind =>
  shape<ChannelLink>("a link: an object with label and url", {
    label: aString,
    url: textLike(
      `an http or https URL of at most ${LINK_CHARACTERS} characters`,
      (value) => value.length <= LINK_CHARACTERS && linkable(value) !== null
    )
  })

const rowKind = (): Kind => shape<Row>("a row: an object with label and value", { label: aString, value: aString })

export const messageKind = (): Kind =>
  shape<ChannelMessage>("a message, as returned by plainMessage or factMessage", {
    deliveryId: deliveryIdKind(),
    key: keyKind(),
    phase: phaseKind(),
    severity: severityKind(),
    at: nullable(timeKind()),
    source: aString,
    title: aString,
    text: aString,
    rows: listOf(rowKind()),
    sections: listOf(
      shape<Section>("a section: an object with title, rows and more", {
        title: aString,
        rows: listOf(rowKind()),
        more: nullable(aString),
        keepsEnd: optional(aBoolean)
      })
    ),
    link: nullable(linkKind()),
    acknowledge: nullable(linkKind())
  })

const ownFields = () => ({
  title: aString,
  text: aString,
  link: optional(nullable(aString)),
  severity: optional(severityKind()),
  phase: optional(phaseKind()),
  key: optional(keyKind()),
  at: optional(nullable(timeKind())),
  source: optional(aString),
  linkLabel: optional(aString)
})

export const plainMessageKind = (): Kind =>
  optionsOf<PlainMessage>(
    { deliveryId: deliveryIdKind(), ...ownFields() },
    "a message: an object with deliveryId, title and text"
  )

export const ownMessageKind = (): Kind =>
  optionsOf<Omit<PlainMessage, "deliveryId"> & { readonly deliveryId?: string }>(
    { deliveryId: optional(deliveryIdKind()), ...ownFields() },
    "a message: an object with title and text"
  )
