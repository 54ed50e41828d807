import { Route, Routes } from 'react-router-dom';

import { PageMeta } from '#web/ui/page-meta.tsx';

import { Frame } from './layout/frame.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

export interface MemberRoutesProps {
  readonly railOpen: boolean;
  readonly onRailOpen: (open: boolean) => void;
}

export function MemberRoutes(rail: MemberRoutesProps) {
  return (
    <Frame {...rail}>
      <Routes>
        <Route path="/" element={<PageMeta description="Your links." path="/" />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Frame>
  );
}
