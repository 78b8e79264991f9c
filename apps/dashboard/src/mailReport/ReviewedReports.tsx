import { Problem } from "../ui/Problem.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { mailWords } from "./mailWords.ts"
import css from "./Report.module.css"

/**
 * Asks the person to confirm that the DMARC reports were read. After the confirmation, the plan contains the stricter
 * policy.
 */
export const ReviewedReports = ({
  error,
  isPending,
  isReviewed,
  isWaiting,
  onChange,
  onRetry
}: {
  readonly isReviewed: boolean
  readonly isPending: boolean
  /** Whether the domain is not ready for a stricter policy yet, whatever its DMARC reports contain. */
  readonly isWaiting: boolean
  readonly error: Error | null
  readonly onChange: (isReviewed: boolean) => void
  readonly onRetry: () => void
}) => {
  const { report: text } = useScreenWords(mailWords)
  return (
    <div className={css["reviewed"]}>
      <label>
        <input
          type="checkbox"
          checked={isReviewed}
          aria-describedby="reviewed-hint"
          onChange={({ target }) => onChange(target.checked)}
        />{" "}
        {text.reviewed}
      </label>
      <p id="reviewed-hint" className={css["soft"]}>
        {text.reviewedHint}
      </p>
      <p role="status" className={css["soft"]}>
        {isPending ? text.reviewedPending : isWaiting ? text.reviewedWaits : null}
      </p>
      {error === null ? null : <Problem isPart error={error} onRetry={onRetry} />}
    </div>
  )
}
