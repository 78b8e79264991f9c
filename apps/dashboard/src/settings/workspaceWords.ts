import { workspaceDe } from "./workspace.de.ts"
import { workspaceEn } from "./workspace.en.ts"

/** The words of the name and the logo of the workspace. */
export const workspaceWords = { en: workspaceEn, de: workspaceDe } as const
