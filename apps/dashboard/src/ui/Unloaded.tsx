import { Problem } from "./Problem.tsx"
import { Skeleton } from "./Skeleton.tsx"

export const Unloaded = ({
  error,
  isPart = false,
  refetch,
  rows
}: {
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
  readonly isPart?: boolean
  readonly rows?: number
}) =>
  error === null ? <Skeleton rows={rows} /> : <Problem isPart={isPart} error={error} onRetry={() => void refetch()} />
