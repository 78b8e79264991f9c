/** D and F: email may be rejected, and an alert is due. */
export const isBadGrade = (grade: string | null): boolean => grade === "D" || grade === "F"
