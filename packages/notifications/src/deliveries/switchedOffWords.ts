import type { ChannelReason } from "@mon/alerts/channels"
import type { Language } from "@mon/model"

interface SwitchedOffWords {
  readonly channel: {
    readonly word: string
    readonly subject: (name: string) => string
    readonly lead: (name: string, reason: "refused" | "failing") => string
    readonly labels: { readonly channel: string; readonly reason: string; readonly answer: string }
    readonly open: string
    /**
     * Returns the translation of an error of the client, such as "Slack is not available." Null if the error exists
     * only in English.
     */
    readonly fault: (service: string, code: string, message: string) => string | null
  }
  readonly webhook: {
    readonly subject: (name: string) => string
    readonly lead: (name: string, reason: "gone" | "failing") => string
    /** The words that stand in for the name of a monitor if a webhook receives the events of all monitors. */
    readonly allMonitors: string
  }
}

const english: SwitchedOffWords = {
  channel: {
    word: "CHANNEL",
    subject: (name) => `CHANNEL OFF ${name}`,
    lead: (name, reason) =>
      `The alert channel ${name} was switched off. ${
        reason === "refused"
          ? "The service has rejected the settings for more than an hour."
          : "No message has reached the channel for five days."
      } Correct the settings, send a test, and switch it on again.`,
    labels: { channel: "Channel", reason: "Reason", answer: "Answer" },
    open: "Open channels",
    fault: (_, __, message) => message
  },
  webhook: {
    subject: (name) => `WEBHOOK OFF ${name}`,
    lead: (name, reason) =>
      `A webhook for ${name} was switched off. ${
        reason === "gone"
          ? "The receiver returned HTTP 410, which means that it does not want any more deliveries."
          : "No delivery has reached the receiver for five days."
      }`,
    allMonitors: "all monitors"
  }
}

const faults: ReadonlyMap<string, (service: string) => string> = new Map(
  Object.entries({
    rate_limited: (service) => `${service} nimmt gerade keine weiteren Nachrichten an.`,
    unavailable: (service) => `${service} ist nicht erreichbar.`,
    moved: (service) => `${service} hat dem Chat eine neue ID gegeben.`,
    state_lost: (service) => `${service} hat die frühere Nachricht nicht mehr.`,
    unexpected_answer: (service) => `Die Antwort stammt nicht von ${service}.`,
    unauthorized: (service) => `${service} lehnt den Schlüssel oder die Adresse dieses Kanals ab.`,
    gone: (service) => `${service} hat das Ziel dieses Kanals nicht mehr.`,
    blocked: (service) => `${service} erlaubt keine Nachrichten an dieses Ziel.`,
    rejected: (service) => `${service} nimmt die Nachricht nicht an.`,
    redirect: (service) => `${service} antwortete mit einer Weiterleitung. Kanäle folgen keinen Weiterleitungen.`,
    partly_delivered: (service) => `${service} erreichte nicht alle seine Dienste.`,
    too_large: (service) => `Die Nachricht ist für ${service} zu groß.`
  } satisfies Readonly<Record<ChannelReason, (service: string) => string>>)
)

const german: SwitchedOffWords = {
  channel: {
    word: "KANAL",
    subject: (name) => `KANAL ABGESCHALTET ${name}`,
    lead: (name, reason) =>
      `Der Alarmkanal ${name} wurde abgeschaltet. ${
        reason === "refused"
          ? "Der Dienst lehnt die Einstellungen seit mehr als einer Stunde ab."
          : "Fünf Tage lang kam keine Nachricht an."
      } Berichtigen Sie die Einstellungen, senden Sie einen Test und schalten Sie den Kanal wieder ein.`,
    labels: { channel: "Kanal", reason: "Grund", answer: "Antwort" },
    open: "Kanäle öffnen",
    fault: (service, code) => faults.get(code)?.(service) ?? null
  },
  webhook: {
    subject: (name) => `WEBHOOK ABGESCHALTET ${name}`,
    lead: (name, reason) =>
      `Ein Webhook für ${name} wurde abgeschaltet. ${
        reason === "gone"
          ? "Der Empfänger antwortete mit HTTP 410: Er möchte keine Nachrichten mehr."
          : "Fünf Tage lang kam beim Empfänger nichts an."
      }`,
    allMonitors: "alle Monitore"
  }
}

export const switchedOffWords: Readonly<Record<Language, SwitchedOffWords>> = { en: english, de: german }
