import { useState } from "react"
import { Button } from "../ui/Button.tsx"
import { Field, FormProblem } from "./Field.tsx"
import css from "./Form.module.css"

const MOST_BYTES = 262_144

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")))
    reader.readAsDataURL(file)
  })

interface LogoWords {
  readonly logo: string
  readonly logoHint: string
  readonly logoLarge: string
  readonly logoAlt: string
  readonly logoRemove: string
}

/** Chooses a logo. The service decodes and re-encodes it. */
export const LogoField = ({
  isOnWhite = false,
  logo,
  onChange,
  words
}: {
  readonly words: LogoWords
  /**
   * Whether the preview has a white background, as in emails, even in dark mode. Default: the background colour of the
   * screen.
   */
  readonly isOnWhite?: boolean
  readonly logo: string | null
  readonly onChange: (logo: string | null) => void
}) => {
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
          <img className={`${css["logo"]} ${isOnWhite ? css["white"] : ""}`} src={logo} alt={words.logoAlt} />
          <Button onClick={() => onChange(null)}>{words.logoRemove}</Button>
        </div>
      )}
    </>
  )
}
