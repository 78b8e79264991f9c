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
  readonly escalateTitle: string
  readonly escalateHint: string
  readonly escalate: string
  readonly escalated: string
  readonly notEscalated: string
  readonly handOverTitle: string
  readonly handOverHint: string
  readonly person: string
  readonly handOver: string
  readonly handedOver: (name: string) => string
  readonly notHandedOver: string
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
    tooMany: "Too many requests came from your network. Try again in a minute.",
    escalateTitle: "You cannot take care of it?",
    escalateHint: "The next step of the alert's route is sent now. An acknowledgement is withdrawn.",
    escalate: "Send the next step now",
    escalated: "The next step is being sent.",
    notEscalated: "No further step of the route can be sent now.",
    handOverTitle: "Hand over",
    handOverHint: "This person gets the alert now. The remaining steps continue until someone acknowledges it.",
    person: "Person",
    handOver: "Hand over",
    handedOver: (name) => `${name} gets the alert now.`,
    notHandedOver: "This person cannot get the alert. Choose another person."
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
    tooMany: "Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal.",
    escalateTitle: "Sie können sich nicht darum kümmern?",
    escalateHint: "Die nächste Stufe des Alarmwegs wird jetzt gesendet. Eine Bestätigung wird zurückgenommen.",
    escalate: "Nächste Stufe jetzt senden",
    escalated: "Die nächste Stufe wird gesendet.",
    notEscalated: "Jetzt kann keine weitere Stufe des Alarmwegs gesendet werden.",
    handOverTitle: "Übergeben",
    handOverHint: "Diese Person bekommt den Alarm jetzt. Weitere Stufen folgen, bis jemand ihn bestätigt.",
    person: "Person",
    handOver: "Übergeben",
    handedOver: (name) => `${name} bekommt den Alarm jetzt.`,
    notHandedOver: "Diese Person kann den Alarm nicht bekommen. Wählen Sie eine andere."
  }
}
