import { useState } from "react"
import { Field, FormProblem } from "../form/Field.tsx"
import { Button } from "../ui/Button.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

const MOST_BYTES = 262_144

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")))
    reader.readAsDataURL(file)
  })

/** The logo of a page. The service decodes it and writes it anew. */
export const LogoField = ({
  logo,
  onChange
}: {
  readonly logo: string | null
  readonly onChange: (logo: string | null) => void
}) => {
  const words = useScreenWords(statusPagesWords)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setProblem(file.size > MOST_BYTES ? words.logoLarge : null)
    if (file.size <= MOST_BYTES) onChange(await dataUrl(file))
  }
  return (
    <>
      <Field label={words.logo} hint={words.logoHint}>
        {(shared) => (
          <input
            {...shared}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={({ target }) => void take(target.files?.[0])}
          />
        )}
      </Field>
      <FormProblem problem={problem} />
      {logo === null ? null : (
        <div>
          <img className={css["logo"]} src={logo} alt={words.logoAlt} />
          <Button onClick={() => onChange(null)}>{words.logoRemove}</Button>
        </div>
      )}
    </>
  )
}
