/**
 * The API's sentences about own channels and contact rules. The groups of a pattern are inserted into the German
 * sentence.
 */
export const contactSentences: ReadonlyArray<{
  readonly pattern: RegExp
  readonly german: (...parts: ReadonlyArray<string>) => string
}> = [
  {
    pattern: /^The code is wrong or has expired\. Send a new one\.$/u,
    german: () => "Der Code ist falsch oder abgelaufen. Senden Sie einen neuen."
  },
  {
    pattern: /^Enter the code that was sent through the channel first\.$/u,
    german: () => "Geben Sie zuerst den Code ein, der über den Kanal gesendet wurde."
  },
  { pattern: /^The channel is already verified\.$/u, german: () => "Der Kanal ist bereits bestätigt." },
  {
    pattern: /^Maximum number of own channels \((\d+)\) reached\. Delete one of them\.$/u,
    german: (limit) => `Sie können ${limit} eigene Kanäle haben. Löschen Sie einen davon.`
  },
  {
    pattern: /^\S+ must be email or the id of one of your own channels\.$/u,
    german: () => "Ein gewählter Kanal ist inzwischen gelöscht. Laden Sie die Seite neu."
  },
  {
    pattern: /^code must be the (\d+) digits that were sent through the channel\.$/u,
    german: (digits) => `Geben Sie die ${digits} Ziffern ein, die über den Kanal gesendet wurden.`
  },
  {
    pattern: /^(?:high|low) must be a list of 1 to (\d+) rules /u,
    german: (most) => `Geben Sie 1 bis ${most} Regeln mit höchstens 60 Minuten an.`
  }
]
