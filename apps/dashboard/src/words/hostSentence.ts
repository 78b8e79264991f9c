interface Rule {
  readonly pattern: RegExp
  readonly german: (...parts: ReadonlyArray<string>) => string
}

/** The API's sentences about custom host names. The groups of a pattern are inserted into the German sentence. */
const RULES: ReadonlyArray<Rule> = [
  {
    pattern: /^Enter only a host name such as /u,
    german: () => "Geben Sie nur einen Hostnamen ein, zum Beispiel status.example.com, ohne https:// und ohne Pfad."
  },
  {
    pattern: /^Enter the host name without a port\./u,
    german: () => "Geben Sie den Hostnamen ohne Port ein. Die Seite hat den Port dieses Dienstes."
  },
  {
    pattern: /^A wildcard such as /u,
    german: () =>
      "Ein Platzhalter wie *.example.com kann kein Hostname einer Seite sein. Geben Sie einen Hostnamen ein."
  },
  {
    pattern: /^An IP address cannot be a page's host name/u,
    german: () => "Eine IP-Adresse kann kein Hostname einer Seite sein, weil niemand sie im DNS nachweisen kann."
  },
  {
    pattern: /^This name is reserved for special use /u,
    german: () =>
      "Dieser Name ist für besondere Zwecke oder für das eigene Netz reserviert. Niemand kann ihn im öffentlichen DNS nachweisen."
  },
  {
    pattern: /^This name's top-level domain /u,
    german: () => "Die Top-Level-Domain dieses Namens gibt es im öffentlichen DNS nicht."
  },
  {
    pattern: /^Other people register domains under this name\./u,
    german: () => "Unter diesem Namen registrieren andere ihre Domains. Geben Sie einen Namen Ihrer eigenen Domain ein."
  },
  {
    pattern: /^This is not a host name\. /u,
    german: () =>
      "Das ist kein Hostname: Seine Teile bestehen aus 1 bis 63 Buchstaben, Ziffern und Bindestrichen und beginnen und enden nicht mit einem Bindestrich."
  },
  {
    pattern: /^This name belongs to the service itself \((.+)\)\./u,
    german: (host) => `Dieser Name gehört zum Dienst selbst (${host}). Geben Sie einen Namen Ihrer eigenen Domain ein.`
  },
  {
    pattern: /^Your status page "(.+)" has this host name\./u,
    german: (page) => `Ihre Statusseite „${page}“ hat diesen Hostnamen. Entfernen Sie ihn zuerst dort.`
  },
  {
    pattern: /^Another status page has proven this host name\./u,
    german: () =>
      "Eine andere Statusseite hat diesen Hostnamen nachgewiesen. Er wird 7 Tage nach dem Ende ihres TXT-Eintrags frei."
  },
  {
    pattern: /^The (.+) plan does not include custom host names for status pages\./u,
    german: (plan) => `Der Tarif ${plan} enthält keine eigenen Hostnamen für Statusseiten. Wechseln Sie den Tarif.`
  },
  {
    pattern: /^Maximum number of custom host names \((\d+)\) on the (.+) plan reached\./u,
    german: (limit, plan) =>
      `Der Tarif ${plan} erlaubt ${limit} eigene Hostnamen. Entfernen Sie einen oder wechseln Sie den Tarif.`
  },
  {
    pattern: /^Your (.+) plan allows (\d+) custom host names, and this one is over the limit\./u,
    german: (plan, limit) =>
      `Der Tarif ${plan} erlaubt ${limit} eigene Hostnamen, und ältere belegen sie. Entfernen Sie einen älteren oder wechseln Sie den Tarif.`
  },
  {
    pattern: /^The name servers for this host name did not respond\./u,
    german: () =>
      "Die Nameserver dieses Hostnamens haben nicht geantwortet. Nichts hat sich geändert. Versuchen Sie es später noch einmal."
  },
  {
    pattern: /^Please wait (\d+) seconds before checking again\.$/u,
    german: (seconds) => `Warten Sie ${seconds} Sekunden, bevor Sie wieder prüfen.`
  },
  {
    pattern: /^This status page has no custom host name\.$/u,
    german: () => "Diese Statusseite hat keinen eigenen Hostnamen."
  },
  { pattern: /^hostname must be a string\.$/u, german: () => "Geben Sie einen Hostnamen ein." }
]

/**
 * Translates a sentence of the API about a custom host name into the viewer's language. Returns an unknown sentence
 * unchanged.
 */
export const hostSentence = (sentence: string, language: string): string => {
  if (language !== "de") return sentence
  for (const { german, pattern } of RULES) {
    const found = pattern.exec(sentence)
    if (found !== null) return german(...found.slice(1))
  }
  return sentence
}
