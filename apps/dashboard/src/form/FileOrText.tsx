import type { FormEventHandler, ReactNode } from "react"
import css from "../ui/Screen.module.css"
import { dropsFiles } from "./dropsFiles.ts"
import { Field } from "./Field.tsx"
import form from "./Form.module.css"

const ROWS = 12

interface Props {
  readonly words: {
    readonly file: string
    readonly fileHint: string
    readonly text: string
    readonly textHint?: string
  }
  readonly hint: string
  /** The `accept` attribute of the file input. Default: every file is accepted. */
  readonly accept?: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly onFile: (file: File) => void
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  /** The content of the form below the text field. */
  readonly children: ReactNode
}

/** Shows a form for a text that a person pastes, or chooses or drops as a file. */
export const FileOrText = ({ accept, children, hint, onFile, onSubmit, onText, text, words }: Props) => {
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file !== undefined) onFile(file)
  }
  return (
    <form className={form["plain"]} onSubmit={onSubmit} {...dropsFiles(take)}>
      <p className={css["small"]}>{hint}</p>
      <Field label={words.file} hint={words.fileHint}>
        {(shared) => <input {...shared} type="file" accept={accept} onChange={({ target }) => take(target.files)} />}
      </Field>
      <Field label={words.text} {...(words.textHint === undefined ? {} : { hint: words.textHint })}>
        {(shared) => (
          <textarea
            {...shared}
            rows={ROWS}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={({ target }) => onText(target.value)}
          />
        )}
      </Field>
      {children}
    </form>
  )
}
