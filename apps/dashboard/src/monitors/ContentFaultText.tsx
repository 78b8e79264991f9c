import type { Domain } from "@mon/model"
import { useLanguage } from "../words/language.ts"

type Fault = NonNullable<Domain["contentFault"]>

/** What the content of a page shows to be wrong: its class, what produces such pages, and the words of the page. */
export const ContentFaultText = ({ fault: { code, family, line } }: { readonly fault: Omit<Fault, "certain"> }) => {
  const { words } = useLanguage()
  return (
    <>
      {words.contentFault[code] ?? code.replaceAll("_", " ")}
      {family === null ? null : ` (${words.contentFamily[family] ?? family})`}
      {line === null ? (
        "."
      ) : (
        <>
          :{" "}
          <q>
            <bdi>{line}</bdi>
          </q>
        </>
      )}
    </>
  )
}
