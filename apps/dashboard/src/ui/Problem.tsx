import { ApiProblem } from "../api/client.ts"
import { useLanguage } from "../words/language.ts"
import { Button, ButtonLink } from "./Button.tsx"
import css from "./Problem.module.css"

/** What went wrong, as a sentence. */
export const useSentence = () => {
  const { words } = useLanguage()
  return (error: unknown): string => {
    if (!(error instanceof ApiProblem)) return words.problem.unexpected
    return error.message !== "" ? error.message : error.status === 0 ? words.problem.noAnswer : words.problem.unexpected
  }
}

/** Replaces a screen whose data could not be loaded. Screens that have older data show that instead. */
export const Problem = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const { words } = useLanguage()
  const sentence = useSentence()
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 403)) return <Absent />
  return (
    <div className={css["problem"]} role="alert">
      <h1>{words.problem.title}</h1>
      <p>{sentence(error)}</p>
      <Button onClick={onRetry}>{words.problem.again}</Button>
    </div>
  )
}

/** What does not exist, or is not shared with the viewer. */
export const Absent = () => {
  const { words } = useLanguage()
  return (
    <div className={css["problem"]}>
      <title>{`${words.problem.absent} · ${words.app}`}</title>
      <h1>{words.problem.absent}</h1>
      <p>{words.problem.absentHint}</p>
      <ButtonLink href="/domains">{words.problem.toDomains}</ButtonLink>
    </div>
  )
}
