import { Component, type ReactNode } from "react"
import { useLocation } from "wouter"
import { ApiProblem } from "../api/client.ts"
import { Problem } from "./Problem.tsx"

interface Props {
  readonly path: string
  readonly children: ReactNode
}

interface State {
  readonly path: string
  readonly error: unknown
}

/**
 * Returns whether the file of a screen could not be loaded, because there is no connection or a newer release has
 * replaced it.
 */
const isUnloaded = (error: unknown): boolean =>
  error instanceof TypeError && /import|module|fetch/iu.test(error.message)

class Boundary extends Component<Props, State> {
  override state: State = { path: this.props.path, error: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: isUnloaded(error) ? new ApiProblem(0, "") : (error ?? new Error("Nothing was thrown.")) }
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, error: null }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === null ? (
      this.props.children
    ) : (
      // If a module has failed to load, only reloading the page can load it.
      <Problem error={error} onRetry={() => globalThis.location.reload()} />
    )
  }
}

/** Shows the error in place of a screen that cannot be loaded or rendered. The navigation stays usable. */
export const ScreenBoundary = ({ children }: { readonly children: ReactNode }) => {
  const [path] = useLocation()
  return <Boundary path={path}>{children}</Boundary>
}
