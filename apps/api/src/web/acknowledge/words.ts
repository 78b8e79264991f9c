import type { Language } from "@mon/model"

interface Words {
  readonly title: string
  readonly isDown: string
  readonly hint: string
  readonly note: string
  readonly acknowledge: string
  readonly done: string
  readonly known: string
  readonly over: string
  readonly gone: string
  readonly goneHint: string
  readonly tooMany: string
}

export const acknowledgeWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "Acknowledge an alert",
    isDown: "is down.",
    hint: "If you acknowledge the alert, other people will see that someone is working on it. The alert's reminders and remaining steps stop. You will still be notified of the recovery.",
    note: "Note for others (optional)",
    acknowledge: "Acknowledge",
    done: "You acknowledged the alert. Thank you.",
    known: "Someone has already acknowledged this alert.",
    over: "This incident is over. There is nothing to acknowledge.",
    gone: "This link does not work",
    goneHint: "Links in alerts work for 7 days, and only for people who still get the alerts.",
    tooMany: "Too many requests came from your network. Try again in a minute."
  },
  de: {
    title: "Alarm bestätigen",
    isDown: "ist ausgefallen.",
    hint: "Wenn Sie den Alarm bestätigen, sehen andere, dass sich jemand kümmert. Erinnerungen und weitere Stufen des Alarms entfallen. Die Entwarnung kommt trotzdem.",
    note: "Notiz für die anderen (freiwillig)",
    acknowledge: "Bestätigen",
    done: "Sie haben den Alarm bestätigt. Danke.",
    known: "Jemand hat diesen Alarm bestätigt.",
    over: "Diese Störung ist vorbei. Es gibt nichts zu bestätigen.",
    gone: "Dieser Link funktioniert nicht",
    goneHint: "Links in Alarmen gelten 7 Tage und nur für Empfänger, die die Alarme noch bekommen.",
    tooMany: "Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal."
  }
}
