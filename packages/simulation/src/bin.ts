/** The face of this package. */
