import { germanCheckMessage } from "../words/checkMessagesDe.ts"
import { useLanguage } from "../words/language.ts"

/** What a check says, in the viewer's language. A sentence without a translation is marked as English. */
export const CheckMessage = ({ message }: { readonly message: string }) => {
  const { words } = useLanguage()
  const german = words.language === "de" ? germanCheckMessage(message) : null
  return <bdi lang={german === null ? "en" : "de"}>{german ?? message}</bdi>
}
