/** The texts that a first page shows, apart from the table of failures, which loads later. */
export const PLEASE_LOG_IN = 'Please log in.';
export const UNEXPECTED = 'Something went wrong on our side. Please try again.';
