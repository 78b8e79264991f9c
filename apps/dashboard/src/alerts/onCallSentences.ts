interface Rule {
  readonly pattern: RegExp
  readonly german: (...parts: ReadonlyArray<string>) => string
}

/** The API's sentences about on-call schedules. The groups of a pattern are inserted into the German sentence. */
export const onCallSentences: ReadonlyArray<Rule> = [
  {
    pattern: /^repeat\.fromStep must be the number of a step of the route\.$/u,
    german: () => "Die Wiederholung muss mit einer Stufe des Weges beginnen."
  },
  {
    pattern: /^(.+) is not a person in your account\. People are membershipIds or email addresses\.$/u,
    german: (person) => `${person} gehört nicht zum Team. Laden Sie die Seite neu.`
  },
  {
    pattern: /^\w+ must be an ISO 8601 date and time with an offset from UTC, from 1970 to 2199\.$/u,
    german: () => "Wählen Sie eine Zeit von 1970 bis 2199."
  },
  {
    pattern: /^A schedule can have (\d+) overrides that have not ended\. Delete an override first\.$/u,
    german: (limit) =>
      `Ein Bereitschaftsplan kann ${limit} Vertretungen haben, die nicht vorbei sind. Löschen Sie zuerst eine.`
  },
  {
    pattern: /^Maximum number of on-call schedules \((\d+)\) on the (.+) plan reached\./u,
    german: (limit, plan) =>
      `Der Tarif ${plan} erlaubt ${limit} Bereitschaftspläne. Löschen Sie einen oder wechseln Sie den Tarif.`
  },
  {
    pattern: /^The (.+) plan allows (\d+) on-call schedules\. This schedule still works/u,
    german: (plan, limit) =>
      `Der Tarif ${plan} erlaubt ${limit} Bereitschaftspläne. Dieser gilt weiter, aber Sie können ihn nur löschen. Um ihn zu ändern, wechseln Sie den Tarif.`
  },
  {
    pattern: /^Members can only create and delete overrides in which they take over a shift themselves\.$/u,
    german: () => "Mitglieder können nur selbst eine Schicht übernehmen, und solche Vertretungen wieder löschen."
  },
  {
    pattern: /^Request not found\.$/u,
    german: () => "Diese Anfrage gibt es nicht mehr. Laden Sie die Seite neu."
  },
  {
    pattern: /^person must be null or another person in your account\.$/u,
    german: () => "Diese Person gehört nicht mehr zum Team. Laden Sie die Seite neu."
  },
  {
    pattern: /^Nobody else is in the schedule\. Ask a person instead\.$/u,
    german: () => "Im Bereitschaftsplan ist sonst niemand. Fragen Sie stattdessen eine Person."
  },
  {
    pattern: /^end must be after start and in the future\.$/u,
    german: () => "Das Ende muss nach dem Beginn und in der Zukunft liegen."
  },
  {
    pattern: /^end must be at most (\d+) days after start\.$/u,
    german: (days) => `Das Ende darf höchstens ${days} Tage nach dem Beginn liegen.`
  },
  {
    pattern: /^You are not on call in the schedule between start and end\.$/u,
    german: () => "Sie haben in dieser Zeit in diesem Plan keine Bereitschaft."
  },
  {
    pattern: /^You can send (\d+) requests in 24 hours\. Try again later\.$/u,
    german: (limit) => `Sie können in 24 Stunden ${limit} Anfragen senden. Versuchen Sie es später noch einmal.`
  },
  {
    pattern: /^A schedule can have (\d+) open requests\. Withdraw one first\.$/u,
    german: (limit) => `Ein Bereitschaftsplan kann ${limit} offene Anfragen haben. Ziehen Sie zuerst eine zurück.`
  },
  {
    pattern: /^The request is no longer open\.$/u,
    german: () => "Die Anfrage ist nicht mehr offen."
  },
  {
    pattern: /^You cannot take over this shift: somebody else was asked, or it is your own\.$/u,
    german: () => "Sie können diese Schicht nicht übernehmen: Jemand anderes wurde gefragt, oder es ist Ihre eigene."
  },
  {
    pattern: /^Only the person who was asked can decline the request\.$/u,
    german: () => "Nur die Person, die gefragt wurde, kann die Anfrage ablehnen."
  },
  {
    pattern: /^Only the person who asked, the account owner and admins can withdraw the request\.$/u,
    german: () => "Nur wer gefragt hat, der Inhaber und Administratoren können die Anfrage zurückziehen."
  },
  {
    pattern: /^The layers must not change more than (\d+) times a day, all together\./u,
    german: (limit) =>
      `Alle Ebenen zusammen dürfen höchstens ${limit}-mal am Tag wechseln. Wählen Sie längere Schichten oder weniger Zeiten.`
  },
  {
    pattern: /^The service is busy\. Try again in a few seconds\.$/u,
    german: () => "Der Dienst ist ausgelastet. Versuchen Sie es in einigen Sekunden noch einmal."
  },
  {
    pattern: /^These routes notify the people of the schedule: (.+)\. Change them first\.$/u,
    german: (routes) =>
      `Diese Alarmwege benachrichtigen die Personen des Plans: ${routes}. Ändern Sie zuerst diese Wege.`
  },
  {
    pattern: /^calendar must be the text of an iCalendar file \(\.ics\) of at most (\d+) characters\.$/u,
    german: (characters) => `Wählen Sie eine iCalendar-Datei (.ics) mit höchstens ${characters} Zeichen.`
  },
  {
    pattern: /^calendar takes too long to read\./u,
    german: () =>
      "Die Datei zu lesen dauert zu lange. Wählen Sie eine Datei mit weniger Terminen oder einfacheren Wiederholungen."
  },
  {
    pattern: /^calendar has more than (\d+) people on call at the same time\.$/u,
    german: (limit) => `In der Datei haben mehr als ${limit} Personen gleichzeitig Bereitschaft.`
  },
  {
    pattern: /^to must be after from, and at most (\d+) days later\.$/u,
    german: (days) => `Das Ende muss nach dem Beginn liegen, und höchstens ${days} Tage später.`
  },
  {
    pattern:
      /^targets and fallback must contain only email, whatsapp, webhooks, ids of your channels, and ids or email addresses of people in your account\. targets can also contain your on-call schedules\.$/u,
    german: () =>
      "Ein gewählter Kanal oder Bereitschaftsplan ist inzwischen gelöscht, oder eine gewählte Person nicht mehr im Team. Laden Sie die Seite neu."
  }
]
