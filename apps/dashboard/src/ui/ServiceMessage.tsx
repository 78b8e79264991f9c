import { useLanguage } from "../words/language.ts"

/**
 * Shows a message of the service in the viewer's language. A sentence without a translation is marked up as English.
 */
export const ServiceMessage = ({ message }: { readonly message: string }) => {
  const { words } = useLanguage()
  const own = words.serviceMessage(message)
  return <bdi lang={own === null ? "en" : words.language}>{own ?? message}</bdi>
}
