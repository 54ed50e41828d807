import { AuthProvider, FirebaseAppProvider } from 'reactfire';
import { Route, Routes } from 'react-router-dom';

import { useServices } from '#web/data/services.ts';
import { PageMeta } from '#web/ui/page-meta.tsx';

import { Frame } from './layout/frame.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

export interface MemberRoutesProps {
  readonly railOpen: boolean;
  readonly onRailOpen: (open: boolean) => void;
}

export function MemberRoutes(rail: MemberRoutesProps) {
  const { auth } = useServices().gateway;
  return (
    <FirebaseAppProvider firebaseApp={auth.app}>
      <AuthProvider sdk={auth}>
        <Frame {...rail}>
          <Routes>
            <Route path="/" element={<PageMeta description="Your links." path="/" />} />
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Frame>
      </AuthProvider>
    </FirebaseAppProvider>
  );
}
