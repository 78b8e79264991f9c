import { useEffect, useState } from "react"
import css from "./Skeleton.module.css"

/** The delay before placeholder rows appear, in milliseconds. During a shorter wait, they would only flicker. */
const PATIENCE_MS = 300

export const Skeleton = ({ rows = 6 }: { readonly rows?: number | undefined }) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <div className={css["rows"]} aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={css["row"]} />
      ))}
    </div>
  )
}
