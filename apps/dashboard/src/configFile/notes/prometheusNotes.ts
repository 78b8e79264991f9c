import type { SentencePair } from "../../words/sentencePairs.ts"

export const prometheusNotes: ReadonlyArray<SentencePair> = [
  [
    "No file has modules: also include the blackbox_exporter configuration.",
    "Keine Datei hat modules: Wählen Sie auch die Konfiguration von blackbox_exporter."
  ],
  [
    "No file has scrape_configs: also include the Prometheus configuration, which has the targets.",
    "Keine Datei hat scrape_configs: Wählen Sie auch die Konfiguration von Prometheus, in der die Ziele stehen."
  ],
  ["Mon uses the targets and their labels as they are.", "Mon übernimmt die Ziele und ihre Labels, wie sie sind."],
  ["This setting only affects the exporter.", "Es ist eine Einstellung des Exporters."],
  ["The module has a time limit.", "Das Modul hat ein Zeitlimit."],
  ["The import was not given the file {}.", "Die Datei {} fehlt beim Import."],
  [
    "Targets are imported once. Import again when they change.",
    "Ziele werden einmal importiert. Importieren Sie erneut, wenn sie sich ändern."
  ],
  ["The job scrapes metrics and runs no probes.", "Der Job liest Metriken und prüft nichts."],
  ["The relabel_configs of its job choose the module.", "Die relabel_configs des Jobs wählen das Modul."],
  ["This setting controls how Prometheus scrapes the exporter.", "Es bestimmt, wie Prometheus den Exporter abfragt."],
  ["Only scrape_interval matters for probes.", "Für Prüfungen zählt nur scrape_interval."],
  ["This setting does not affect probes.", "Es betrifft keine Prüfungen."],
  ["No job refers to the file.", "Kein Job verweist auf die Datei."],
  ["It is not a module.", "Es ist kein Modul."],
  ["Each monitor has the settings of its job's module.", "Jeder Monitor hat die Einstellungen des Moduls seines Jobs."],
  ["No file has the {} module.", "Keine Datei hat das Modul {}."],
  ["Mon does not compare the HTTP version.", "Mon vergleicht die HTTP-Version nicht."],
  ["Mon chooses the HTTP version.", "Mon wählt die HTTP-Version."],
  ["Mon accepts compressed responses.", "Mon nimmt komprimierte Antworten an."],
  ["Mon has its own limit on the size of responses.", "Mon hat eine eigene Grenze."],
  [
    "Mon always checks the certificate, and does not support client certificates.",
    "Mon prüft das Zertifikat immer und unterstützt keine Client-Zertifikate."
  ],
  ["Write the rule as a JSON expectation.", "Schreiben Sie die Regel als Erwartung an JSON."],
  ["The import does not open the file named here.", "Der Import öffnet die hier genannte Datei nicht."],
  [
    "Mon cannot check that a header does not match a pattern.",
    "Mon kann nicht erwarten, dass ein Muster nicht auf einen Header passt."
  ],
  [
    "Mon cannot check a header only if it is present.",
    "Mon kann nicht erwarten, dass ein Header nur passen muss, wenn er da ist."
  ],
  ["Mon cannot check that a site does not use TLS.", "Mon kann nicht erwarten, dass eine Website kein TLS verwendet."],
  ["(default valid_status_codes)", "(Standard von valid_status_codes)"],
  [
    "Mon compares the response code with one of the usual codes.",
    "Mon vergleicht den Antwortcode mit einem der üblichen Codes."
  ],
  ["The check of the type {} has this dialogue.", "Die Prüfung vom Typ {} führt diesen Dialog."],
  [
    "The dialogue starts TLS on a port without a usual protocol.",
    "Der Dialog beginnt TLS auf einem Port ohne übliches Protokoll."
  ],
  ["The dialogue waits for bytes that are not lines.", "Der Dialog wartet auf Bytes, die keine Zeilen sind."],
  ["The dialogue sends back a part of the answer.", "Der Dialog sendet einen Teil der Antwort zurück."]
]
