import type { Domain } from "@mon/model"
import { useLanguage } from "../words/language.ts"

type Fault = NonNullable<Domain["contentFault"]>

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
