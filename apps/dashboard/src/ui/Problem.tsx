import { ApiProblem } from "../api/client.ts"
import { useLanguage } from "../words/language.ts"
import { refusalText } from "../words/refusal.ts"
import { Button, ButtonLink } from "./Button.tsx"
import css from "./Problem.module.css"

/** Returns a function that translates an error message of the API into the words of the screen. */
export const useRefusalText = () => {
  const { words } = useLanguage()
  return (refusal: string): string => refusalText(refusal, words)
}

/** Returns a function that describes an error in the words of the screen. */
export const useSentence = () => {
  const reason = useReason()
  const shown = useRefusalText()
  return (error: unknown): string => shown(reason(error))
}

/**
 * Returns a function that describes an error in the words of the API, which may include names of fields. Screens
 * translate these words with `useRefusalText`.
 */
export const useReason = () => {
  const { words } = useLanguage()
  return (error: unknown): string => {
    if (!(error instanceof ApiProblem)) return words.problem.unexpected
    return error.message !== "" ? error.message : error.status === 0 ? words.problem.noAnswer : words.problem.unexpected
  }
}

/**
 * Replaces a screen, or a part of a screen, whose data could not be loaded. Only a whole screen gets a first-level
 * heading.
 */
export const Problem = ({
  error,
  isPart = false,
  onRetry
}: {
  readonly error: unknown
  readonly onRetry: () => void
  readonly isPart?: boolean
}) => {
  const { words } = useLanguage()
  const sentence = useSentence()
  const Heading = isPart ? "h2" : "h1"
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 403)) return <Absent isPart={isPart} />
  return (
    <div className={css["problem"]} role="alert">
      <Heading>{words.problem.title}</Heading>
      <p>{sentence(error)}</p>
      <Button onClick={onRetry}>{words.problem.again}</Button>
    </div>
  )
}

/** Replaces a screen, or a part of a screen, whose object does not exist or is not shared with the viewer. */
export const Absent = ({ isPart = false }: { readonly isPart?: boolean }) => {
  const { words } = useLanguage()
  const Heading = isPart ? "h2" : "h1"
  return (
    <div className={css["problem"]}>
      <title>{`${words.problem.absent} · ${words.app}`}</title>
      <Heading>{words.problem.absent}</Heading>
      <p>{words.problem.absentHint}</p>
      <ButtonLink href="/domains">{words.problem.toDomains}</ButtonLink>
    </div>
  )
}
