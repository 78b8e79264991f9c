import type { WorkspaceWords } from "./workspace.en.ts"

export const workspaceDe: WorkspaceWords = {
  title: "Name und Logo",
  lead: "Sie stehen über Benachrichtigungen, in Berichten und auf den Seiten, zu denen Links in E-Mails und Einladungen führen.",
  name: "Name",
  nameHint: "Zum Beispiel der Name Ihrer Agentur.",
  logo: "Logo",
  logoHint: "PNG, JPEG oder WebP, höchstens 256 KiB. E-Mails und Berichte zeigen es auf Weiß.",
  logoLarge: "Das Logo ist größer als 256 KiB.",
  logoAlt: "Das Logo",
  logoRemove: "Logo entfernen",
  none: "Dieser Arbeitsbereich hat keinen Namen und kein Logo.",
  readOnly: "Nur der Inhaber des Kontos und Administratoren können das ändern."
}
