import { Catalogue } from '../../features/content-page/catalogue.tsx';

export default Catalogue;

/** A page for developers; it does not exist in production. */
export const validateRoute = () => import.meta.env.DEV;
