import type { HeartbeatsWords } from "./heartbeats.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The German texts of the parts that only heartbeats have. */
export const heartbeatsDe: HeartbeatsWords = {
  running: "läuft gerade",
  late: "verspätet",
  expected: (when) => `nächster Lauf erwartet ${when}`,
  overdue: (since) => `ein Lauf ist seit ${since} fällig`,
  none: "noch kein Ping",
  facts: {
    title: "Zeitplan",
    schedule: "Läufe",
    every: (duration) => `alle ${duration}`,
    next: "Nächster Lauf",
    late: "Verspätet nach",
    longest: "Längster Lauf",
    shortest: "Kürzester Lauf",
    atMost: "Höchstens",
    atMostValue: (runs, period) => `${runs} ${runs === "1" ? "Lauf" : "Läufe"} in ${period}`,
    lastPing: "Letzter Ping",
    lastRuntime: "Letzte Laufzeit",
    pings: "Pings",
    advice: "Ein anderer Zeitplan könnte passen",
    early: (duration) => `Die letzten Läufe begannen ${duration} zu früh.`,
    delayed: (duration) => `Die letzten Läufe begannen ${duration} zu spät.`,
    zones: (zones) => `In der Zeitzone ${zones} passen sie zum Zeitplan.`,
    apart: (duration) => `Zwischen den letzten Läufen lagen etwa ${duration}.`
  },
  runs: {
    title: "Letzte Läufe",
    none: "Noch kein Lauf ist zu Ende.",
    unknown: "Laufzeit nicht bekannt",
    summary: (runs, failed, late, gaps) =>
      [
        `${runs} ${plural(runs, "Lauf", "Läufe")}`,
        ...(failed === 0 ? [] : [`${failed} fehlgeschlagen`]),
        ...(late === 0 ? [] : [`${late} verspätet`]),
        ...(gaps === 0 ? [] : [`${gaps} ausgeblieben`])
      ].join(", "),
    legend: { ok: "Erfolg", failed: "Fehlschlag", late: "Verspätet", gap: "Ausgeblieben" },
    longest: (duration) => `Der längste Lauf dauerte ${duration}.`,
    list: "Läufe, der älteste zuerst",
    failed: "fehlgeschlagen",
    late: "verspätet",
    ok: "erfolgreich",
    exit: (code) => `Exit-Code ${code}`,
    took: (duration) => `dauerte ${duration}`,
    missed: (count) => `${count} ${plural(count, "Lauf ist", "Läufe sind")} ausgeblieben`,
    hint: "Verspätungen und ausgebliebene Läufe richten sich nach dem heutigen Zeitplan."
  },
  pings: {
    tab: "Pings",
    none: "Noch keine Pings",
    noneHint: "Sobald der Job seinen ersten Ping sendet, steht er hier.",
    columns: {
      n: "Nr.",
      time: "Zeit",
      kind: "Signal",
      runtime: "Laufzeit",
      exit: "Exit-Code",
      client: "Gesendet von"
    },
    kinds: { start: "Beginn", success: "Erfolg", fail: "Fehlschlag", log: "Protokoll", ignored: "Ignoriert" },
    output: "Ausgabe",
    show: (n, size) => `Ausgabe von Ping ${n} (${size})`,
    cut: "Der Anfang der Ausgabe war zu lang und ist nicht gespeichert.",
    empty: "Die Ausgabe ist leer.",
    newNetwork: "neues Netz",
    run: (id) => `Lauf ${id}`,
    kept: (count) => `Mon speichert die letzten ${count} Pings.`
  },
  paste: {
    label: "Zeile einer Crontab einfügen",
    hint: "Mon liest daraus den Zeitplan und nennt den Heartbeat nach dem Programm. Ohne eine solche Zeile füllen Sie das Formular aus.",
    read: "Erkannt. Bitte prüfen Sie unten Name, Zeitplan und Zeitzone.",
    unread: "Das ist keine Zeile einer Crontab. Bitte füllen Sie das Formular aus."
  },
  setup: {
    tab: "Ping einrichten",
    title: "Ping einrichten",
    hint: "Der Job ruft diese Adresse auf, wenn er endet. Nach der Adresse sagen /start, /fail oder der Exit-Code mehr.",
    url: "Ping-Adresse",
    copyUrl: "Ping-Adresse kopieren",
    secret: "Wer diese Adresse kennt, kann für den Job melden. Behandeln Sie sie wie ein Passwort.",
    hidden: "Nur wer diesen Heartbeat ändern darf, sieht seine Ping-Adresse.",
    tool: "Beispiel für",
    copyExample: (title) => `Beispiel für ${title} kopieren`,
    waiting: "Mon wartet auf den ersten Ping. Bis dahin gibt es keine Alarme.",
    byEmail: "Ping per E-Mail",
    byEmailHint:
      "Für Jobs, die nur E-Mails senden können. Jede E-Mail ist ein Erfolg, es sei denn, die Filter in den Einstellungen finden darin etwas anderes.",
    email: "E-Mail-Adresse für Pings",
    copyEmail: "E-Mail-Adresse kopieren",
    named: "Ping mit Namen",
    namedHint:
      "Eine zweite Form der Ping-Adresse enthält den Namen des Heartbeats und einen Schlüssel für alle Heartbeats des Kontos. Mit ?create=1 legt ein Ping einen Heartbeat an, den es noch nicht gibt.",
    showNamed: "Adresse mit Namen zeigen",
    copyNamed: "Ping-Adresse mit Namen kopieren",
    namedEmail: "E-Mail-Adresse mit Namen",
    copyNamedEmail: "E-Mail-Adresse mit Namen kopieren",
    key: "Mit dem Schlüssel kann man für alle Heartbeats des Kontos melden. Behandeln Sie ihn wie ein Passwort.",
    rotate: "Ping-Adresse ersetzen…",
    rotateTitle: "Ping-Adresse ersetzen?",
    rotateHint:
      "Sie erhalten eine neue Adresse. Die bisherige gilt, bis eine Woche lang kein Ping zu ihr kam. So bleibt Zeit, den Job zu ändern.",
    rotated: "Der Heartbeat hat eine neue Ping-Adresse.",
    earlier: (ends) => `Die frühere Ping-Adresse gilt bis ${ends}. Jeder Ping zu ihr verschiebt das.`,
    earlierUsed: (when) => `Zuletzt wurde sie ${when} verwendet.`,
    earlierUnused: "Seitdem wurde sie nicht verwendet."
  }
}
