import type { Language } from "@mon/model"
import type { UnsubscribeClaims } from "@mon/notifications"

interface Words {
  readonly title: string
  /** The text before the email address. */
  readonly sent: string
  readonly notSent: string
  readonly stop: string
  readonly undo: string
  readonly stopped: string
  readonly resumed: string
}

export const unsubscribeWords: Readonly<Record<Language, Readonly<Record<UnsubscribeClaims["kind"], Words>>>> = {
  en: {
    alerts: {
      title: "Stop these alerts",
      sent: "Alerts about this account's domains are sent to",
      notSent: "Alerts about this account's domains are not sent to",
      stop: "Stop the alerts",
      undo: "Resume the alerts",
      stopped: "This account's alerts will no longer be sent to this address.",
      resumed: "Alerts will be sent to this address again."
    },
    weekly_report: {
      title: "Stop the weekly report",
      sent: "The weekly report is sent to",
      notSent: "The weekly report is not sent to",
      stop: "Stop the weekly report",
      undo: "Resume the weekly report",
      stopped: "The weekly report will no longer be sent to this address. You will still get alerts.",
      resumed: "This address will get the weekly report again."
    }
  },
  de: {
    alerts: {
      title: "Diese Alarme abbestellen",
      sent: "Alarme zu den Domains dieses Kontos gehen an",
      notSent: "Alarme zu den Domains dieses Kontos gehen nicht mehr an",
      stop: "Alarme abbestellen",
      undo: "Alarme wieder senden",
      stopped: "An diese Adresse gehen keine Alarme dieses Kontos mehr.",
      resumed: "An diese Adresse gehen wieder Alarme."
    },
    weekly_report: {
      title: "Wochenbericht abbestellen",
      sent: "Der Wochenbericht geht an",
      notSent: "Der Wochenbericht geht nicht mehr an",
      stop: "Wochenbericht abbestellen",
      undo: "Wochenbericht wieder senden",
      stopped: "An diese Adresse geht kein Wochenbericht mehr. Alarme erhalten Sie weiterhin.",
      resumed: "An diese Adresse geht wieder der Wochenbericht."
    }
  }
}
