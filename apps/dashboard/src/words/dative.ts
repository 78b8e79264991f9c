/** "2 Tagen", where a German duration alone is "2 Tage". */
export const dative = (duration: string): string => duration.replace(/\bTage\b/u, "Tagen")
