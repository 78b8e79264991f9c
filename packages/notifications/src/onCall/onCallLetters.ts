import { composeNotice, type Email } from "@mon/alerts"
import type { OnCallRecipient } from "@mon/core-store"
import type { Language } from "@mon/model"
import type { Gap } from "@mon/on-call"
import type { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import { timesIn, zonedTimeIn } from "../mail/letterTime.ts"
import { messageDomainOf } from "../subscribers/composePublication.ts"

const PATH = "/app/on-call"
const SETTINGS_PATH = "/app/settings/alerts"

interface Words {
  readonly word: string
  readonly beginSubject: (schedule: string) => string
  readonly beginHeadline: string
  readonly beginLead: (schedule: string) => string
  readonly endSubject: (schedule: string) => string
  readonly endHeadline: string
  readonly endLead: (schedule: string) => string
  readonly gapSubject: (schedule: string, count: number) => string
  readonly gapHeadline: string
  readonly gapLead: (schedule: string) => string
  readonly leftSubject: (people: string, schedule: string) => string
  readonly leftHeadline: string
  readonly leftLead: (people: string, schedule: string) => string
  readonly leftGaps: (count: number) => string
  readonly until: string
  readonly now: string
  readonly nobody: string
  readonly open: string
  readonly gap: string
  readonly more: (count: number) => string
}

const english: Words = {
  word: "ON-CALL",
  beginSubject: (schedule) => `You are on call: ${schedule}`,
  beginHeadline: "You are on call now",
  beginLead: (schedule) => `Your shift in ${schedule} has begun.`,
  endSubject: (schedule) => `Your shift has ended: ${schedule}`,
  endHeadline: "You are no longer on call",
  endLead: (schedule) => `Your shift in ${schedule} has ended.`,
  gapSubject: (schedule, count) =>
    count === 1 ? `Nobody is on call at one time: ${schedule}` : `Nobody is on call at ${count} times: ${schedule}`,
  gapHeadline: "Nobody is on call",
  gapLead: (schedule) =>
    `Nobody is on call in ${schedule} at these times. Alerts then go to the fallback of their route, and otherwise to you.`,
  leftSubject: (people, schedule) => `${people} is no longer in ${schedule}`,
  leftHeadline: "A person has left an on-call schedule",
  leftLead: (people, schedule) =>
    `${people} has left the team, and is therefore no longer in ${schedule}. The next person in the rotation has the rest of the shift.`,
  leftGaps: (count) => `In the next 30 days, nobody is on call at ${count} times.`,
  until: "Until",
  now: "On call now",
  nobody: "nobody",
  open: "Open the schedule",
  gap: "Nobody on call",
  more: (count) => `and ${count} more`
}

const german: Words = {
  word: "BEREITSCHAFT",
  beginSubject: (schedule) => `Sie haben Bereitschaft: ${schedule}`,
  beginHeadline: "Sie haben jetzt Bereitschaft",
  beginLead: (schedule) => `Ihre Schicht in ${schedule} hat begonnen.`,
  endSubject: (schedule) => `Ihre Schicht ist zu Ende: ${schedule}`,
  endHeadline: "Sie haben keine Bereitschaft mehr",
  endLead: (schedule) => `Ihre Schicht in ${schedule} ist zu Ende.`,
  gapSubject: (schedule, count) =>
    count === 1 ? `Eine Zeit ohne Bereitschaft: ${schedule}` : `${count} Zeiten ohne Bereitschaft: ${schedule}`,
  gapHeadline: "Niemand hat Bereitschaft",
  gapLead: (schedule) =>
    `Zu diesen Zeiten hat in ${schedule} niemand Bereitschaft. Alarme gehen dann an den Ersatz ihres Weges, und sonst an Sie.`,
  leftSubject: (people, schedule) => `${people} gehört nicht mehr zu ${schedule}`,
  leftHeadline: "Eine Person hat einen Bereitschaftsplan verlassen",
  leftLead: (people, schedule) =>
    `${people} hat das Team verlassen und gehört deshalb nicht mehr zu ${schedule}. Den Rest der Schicht übernimmt die nächste Person der Reihe.`,
  leftGaps: (count) => `In den nächsten 30 Tagen hat zu ${count} Zeiten niemand Bereitschaft.`,
  until: "Bis",
  now: "Bereitschaft jetzt",
  nobody: "niemand",
  open: "Bereitschaftsplan öffnen",
  gap: "Ohne Bereitschaft",
  more: (count) => `und ${count} weitere`
}

const languages: Readonly<Record<Language, Words>> = { en: english, de: german }

/** The schedule, the recipient and the sender of a letter. */
export interface OnCallLetter {
  readonly schedule: { readonly id: string; readonly name: string }
  readonly recipient: OnCallRecipient
  readonly identity: DeliveryIdentity["Service"]
  readonly now: Date
}

/** The content of a letter. `key` distinguishes the letters to one person at one time. */
export interface OnCallLetterContent {
  readonly key: string
  readonly tone: "warning" | "news"
  readonly subject: string
  readonly headline: string
  readonly lead: string
  readonly paragraphs?: ReadonlyArray<string>
  readonly rows?: ReadonlyArray<{ readonly label: string; readonly value: string }>
}

/** Composes a letter about a schedule, with a link to it. */
export const onCallLetter = (
  { identity, now, recipient, schedule }: OnCallLetter,
  content: OnCallLetterContent
): Email => {
  const words = languages[recipient.language]
  const { key, paragraphs = [], rows = [], ...rest } = content
  return composeNotice(
    {
      ...rest,
      word: words.word,
      paragraphs,
      rows,
      sections: [],
      link: { label: words.open, url: `${identity.baseUrl}${PATH}/${schedule.id}` }
    },
    {
      to: recipient.email,
      language: recipient.language,
      timeZone: recipient.timezone,
      service: identity.service,
      messageDomain: messageDomainOf(identity),
      settingsUrl: `${identity.baseUrl}${SETTINGS_PATH}`,
      stopUrl: null
    },
    { key: `on-call:${schedule.id}:${key}:${recipient.membershipId}:${now.getTime()}` }
  )
}

/** Notifies a person that their shift has begun. */
export const shiftBegins = (about: OnCallLetter, until: Date | null): Email => {
  const { recipient, schedule } = about
  const words = languages[recipient.language]
  const times = { language: recipient.language, timeZone: recipient.timezone }
  return onCallLetter(about, {
    key: "begin",
    tone: "news",
    subject: words.beginSubject(schedule.name),
    headline: words.beginHeadline,
    lead: words.beginLead(schedule.name),
    rows: until === null ? [] : [{ label: words.until, value: zonedTimeIn(until, times) }]
  })
}

/** Notifies a person that their shift has ended, and who is on call now. */
export const shiftEnds = (about: OnCallLetter, people: ReadonlyArray<string>): Email => {
  const { recipient, schedule } = about
  const words = languages[recipient.language]
  return onCallLetter(about, {
    key: "end",
    tone: "news",
    subject: words.endSubject(schedule.name),
    headline: words.endHeadline,
    lead: words.endLead(schedule.name),
    rows: [{ label: words.now, value: people.length === 0 ? words.nobody : people.join(", ") }]
  })
}

const MOST_GAPS = 10

/** Notifies the owner about times in which nobody is on call. */
export const gapsAhead = (about: OnCallLetter, gaps: ReadonlyArray<Gap>): Email => {
  const { recipient, schedule } = about
  const words = languages[recipient.language]
  const at = timesIn({ language: recipient.language, timeZone: recipient.timezone })
  const shown = gaps.slice(0, MOST_GAPS)
  return onCallLetter(about, {
    key: "gaps",
    tone: "warning",
    subject: words.gapSubject(schedule.name, gaps.length),
    headline: words.gapHeadline,
    lead: words.gapLead(schedule.name),
    paragraphs: gaps.length > shown.length ? [words.more(gaps.length - shown.length)] : [],
    rows: shown.map(({ end, start }) => ({
      label: words.gap,
      value: `${at(new Date(start))} – ${at(new Date(end))} (${recipient.timezone})`
    }))
  })
}

/** Notifies the owner that people have left a schedule, because they have left the team. */
export const peopleLeft = (about: OnCallLetter, people: ReadonlyArray<string>, gaps: number): Email => {
  const { recipient, schedule } = about
  const words = languages[recipient.language]
  const names = people.join(", ")
  return onCallLetter(about, {
    key: "left",
    tone: "warning",
    subject: words.leftSubject(names, schedule.name),
    headline: words.leftHeadline,
    lead: words.leftLead(names, schedule.name),
    paragraphs: gaps === 0 ? [] : [words.leftGaps(gaps)]
  })
}
