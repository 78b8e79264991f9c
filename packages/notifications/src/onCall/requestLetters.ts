import type { Email } from "@mon/alerts"
import type { Language } from "@mon/model"
import { zonedTimeIn } from "../mail/letterTime.ts"
import { type OnCallLetter, onCallLetter } from "./onCallLetters.ts"

interface Words {
  readonly askSubject: (asker: string, schedule: string) => string
  readonly askHeadline: string
  readonly askLead: (asker: string, schedule: string) => string
  readonly askEveryone: string
  readonly acceptedSubject: (taker: string, schedule: string) => string
  readonly acceptedHeadline: string
  readonly acceptedLead: (taker: string, schedule: string) => string
  readonly declinedSubject: (person: string, schedule: string) => string
  readonly declinedHeadline: string
  readonly declinedLead: (person: string, schedule: string) => string
  readonly returnedSubject: (taker: string, schedule: string) => string
  readonly returnedHeadline: string
  readonly returnedLead: (taker: string, schedule: string) => string
  readonly from: string
  readonly until: string
  readonly note: string
}

const english: Words = {
  askSubject: (asker, schedule) => `${asker} asks you to take over a shift: ${schedule}`,
  askHeadline: "Can you take over this shift?",
  askLead: (asker, schedule) => `${asker} is on call in ${schedule} at this time and asks you to take over.`,
  askEveryone: "Everyone in the schedule was asked. The first one to accept takes the shift.",
  acceptedSubject: (taker, schedule) => `${taker} takes over your shift: ${schedule}`,
  acceptedHeadline: "Your shift has been taken over",
  acceptedLead: (taker, schedule) => `${taker} is on call in ${schedule} instead of you at this time.`,
  declinedSubject: (person, schedule) => `${person} cannot take over your shift: ${schedule}`,
  declinedHeadline: "Your request was declined",
  declinedLead: (person, schedule) =>
    `${person} cannot take over your shift in ${schedule}. You are still on call at this time.`,
  returnedSubject: (taker, schedule) => `${taker} no longer takes over your shift: ${schedule}`,
  returnedHeadline: "You are on call again",
  returnedLead: (taker, schedule) =>
    `${taker} had taken over your shift in ${schedule}, but that has ended. You are on call again at this time.`,
  from: "From",
  until: "Until",
  note: "Note"
}

const german: Words = {
  askSubject: (asker, schedule) => `${asker} bittet Sie, eine Schicht zu übernehmen: ${schedule}`,
  askHeadline: "Können Sie diese Schicht übernehmen?",
  askLead: (asker, schedule) =>
    `${asker} hat zu dieser Zeit Bereitschaft in ${schedule} und bittet Sie, sie zu übernehmen.`,
  askEveryone: "Alle im Bereitschaftsplan wurden gefragt. Wer zuerst zusagt, übernimmt die Schicht.",
  acceptedSubject: (taker, schedule) => `${taker} übernimmt Ihre Schicht: ${schedule}`,
  acceptedHeadline: "Ihre Schicht wurde übernommen",
  acceptedLead: (taker, schedule) => `${taker} hat zu dieser Zeit statt Ihnen Bereitschaft in ${schedule}.`,
  declinedSubject: (person, schedule) => `${person} kann Ihre Schicht nicht übernehmen: ${schedule}`,
  declinedHeadline: "Ihre Anfrage wurde abgelehnt",
  declinedLead: (person, schedule) =>
    `${person} kann Ihre Schicht in ${schedule} nicht übernehmen. Sie haben zu dieser Zeit weiterhin Bereitschaft.`,
  returnedSubject: (taker, schedule) => `${taker} übernimmt Ihre Schicht nicht mehr: ${schedule}`,
  returnedHeadline: "Sie haben wieder Bereitschaft",
  returnedLead: (taker, schedule) =>
    `${taker} hatte Ihre Schicht in ${schedule} übernommen, aber das gilt nicht mehr. Sie haben zu dieser Zeit wieder Bereitschaft.`,
  from: "Von",
  until: "Bis",
  note: "Anmerkung"
}

const languages: Readonly<Record<Language, Words>> = { en: english, de: german }

/** The range of a request. */
export interface AskedRange {
  readonly start: Date
  readonly end: Date
}

const rangeRows = ({ recipient }: OnCallLetter, { end, start }: AskedRange) => {
  const words = languages[recipient.language]
  const times = { language: recipient.language, timeZone: recipient.timezone }
  return [
    { label: words.from, value: zonedTimeIn(start, times) },
    { label: words.until, value: zonedTimeIn(end, times) }
  ]
}

/** Asks a person to take over a shift. `id` is the id of the request. */
export const takeOverRequest = (
  about: OnCallLetter,
  request: AskedRange & { readonly id: string; readonly note: string | null; readonly isForEveryone: boolean },
  asker: string
): Email => {
  const words = languages[about.recipient.language]
  const { name } = about.schedule
  return onCallLetter(about, {
    key: `ask:${request.id}`,
    tone: "news",
    subject: words.askSubject(asker, name),
    headline: words.askHeadline,
    lead: words.askLead(asker, name),
    paragraphs: request.isForEveryone ? [words.askEveryone] : [],
    rows: [...rangeRows(about, request), ...(request.note === null ? [] : [{ label: words.note, value: request.note }])]
  })
}

/** Notifies the asker that a person takes over the shift. */
export const requestAccepted = (about: OnCallLetter, range: AskedRange, taker: string): Email => {
  const words = languages[about.recipient.language]
  const { name } = about.schedule
  return onCallLetter(about, {
    key: "accepted",
    tone: "news",
    subject: words.acceptedSubject(taker, name),
    headline: words.acceptedHeadline,
    lead: words.acceptedLead(taker, name),
    rows: rangeRows(about, range)
  })
}

/** Notifies the asker that the person who was asked does not take over the shift. */
export const requestDeclined = (about: OnCallLetter, range: AskedRange, person: string): Email => {
  const words = languages[about.recipient.language]
  const { name } = about.schedule
  return onCallLetter(about, {
    key: "declined",
    tone: "warning",
    subject: words.declinedSubject(person, name),
    headline: words.declinedHeadline,
    lead: words.declinedLead(person, name),
    rows: rangeRows(about, range)
  })
}

/** Notifies the asker that a shift which was taken over is the asker's again. */
export const shiftReturned = (about: OnCallLetter, range: AskedRange, taker: string): Email => {
  const words = languages[about.recipient.language]
  const { name } = about.schedule
  return onCallLetter(about, {
    key: `returned:${range.start.getTime()}`,
    tone: "warning",
    subject: words.returnedSubject(taker, name),
    headline: words.returnedHeadline,
    lead: words.returnedLead(taker, name),
    rows: rangeRows(about, range)
  })
}
