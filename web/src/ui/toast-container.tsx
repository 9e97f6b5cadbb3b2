import { cssTransition, ToastContainer } from 'react-toastify/unstyled'

const fading = cssTransition({ enter: 'toast-enter', exit: 'toast-exit' })

/** Top-center, 5000 ms, dismissed by dragging 80 % (product §9); the style sheet has the sizes. */
export const ToastArea = () => (
  <ToastContainer
    position="top-center"
    autoClose={5000}
    draggable
    draggablePercent={80}
    limit={4}
    transition={fading}
  />
)
