document.querySelector('main')?.append('Save to Foldmark');
