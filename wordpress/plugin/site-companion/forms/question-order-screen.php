<?php
/**
 * The screen FAQ → Order: all questions by topic, as on the FAQ page. Editors move questions by dragging, with buttons or by keyboard.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', __NAMESPACE__ . '\add_question_order_screen' );

function add_question_order_screen(): void {
	$hook = add_submenu_page(
		'edit.php?post_type=faq',
		__( 'Order of questions', 'site-companion' ),
		__( 'Order', 'site-companion' ),
		OPTIONS_CAPABILITY,
		'site-companion-question-order',
		__NAMESPACE__ . '\show_question_order_screen'
	);
	add_action( "load-$hook", __NAMESPACE__ . '\handle_question_order_screen' );
}

/** @return WP_Post[] All questions in their order, published or not. */
function ordered_questions(): array {
	return get_posts(
		array(
			'post_type'   => 'faq',
			'post_status' => array( 'publish', 'future', 'draft', 'pending', 'private' ),
			'numberposts' => -1,
			'orderby'     => array(
				'menu_order' => 'ASC',
				'date'       => 'ASC',
				'ID'         => 'ASC',
			),
		)
	);
}

/**
 * The questions grouped by topic. As on the FAQ page, topics are sorted by id, and questions without a topic come last.
 *
 * @param WP_Post[] $questions
 * @return array<int, array{name: string, ids: int[]}>
 */
function questions_by_topic( array $questions ): array {
	$groups = array();
	foreach ( $questions as $question ) {
		$topics = wp_get_object_terms( $question->ID, 'faq_topic', array( 'orderby' => 'name' ) );
		$topic  = is_array( $topics ) ? ( $topics[0] ?? null ) : null;
		$key    = $topic->term_id ?? PHP_INT_MAX;

		$groups[ $key ]['name']  = $topic->name ?? __( 'Without topic', 'site-companion' );
		$groups[ $key ]['ids'][] = $question->ID;
	}
	ksort( $groups );

	return array_values( $groups );
}

function handle_question_order_screen(): void {
	enqueue_form();
	if ( 'post' !== sanitize_key( wp_unslash( $_SERVER['REQUEST_METHOD'] ?? '' ) ) ) {
		return;
	}
	if ( ! current_user_can( OPTIONS_CAPABILITY ) ) {
		wp_die( esc_html__( 'You are not allowed to change the order.', 'site-companion' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( 'site_companion_question_order' );

	$ids       = array_merge( array(), ...array_map( static fn( mixed $ids ): array => array_map( 'intval', is_array( $ids ) ? $ids : array() ), array_values( submitted_json() ?? array() ) ) );
	$known     = array_map( static fn( WP_Post $question ): int => $question->ID, ordered_questions() );
	$version   = isset( $_POST['site_companion_version'] ) ? sanitize_key( wp_unslash( $_POST['site_companion_version'] ) ) : '';
	if ( version_of( $known ) !== $version ) {
		wp_safe_redirect( admin_url( 'edit.php?post_type=faq&page=site-companion-question-order&conflict=1' ) );
		exit;
	}
	save_question_order( array_values( array_unique( array( ...array_intersect( $ids, $known ), ...$known ) ) ) );
	wp_safe_redirect( admin_url( 'edit.php?post_type=faq&page=site-companion-question-order&updated=1' ) );
	exit;
}

function show_question_order_screen(): void {
	$questions = ordered_questions();
	$choices   = question_choices();
	$fields    = array();
	$values    = array();
	foreach ( questions_by_topic( $questions ) as $index => $group ) {
		$name     = "topic$index";
		$fields[] = array(
			'name'    => $name,
			'label'   => $group['name'],
			'type'    => 'questions',
			'choices' => $choices,
			'isFixed' => true,
		);

		$values[ $name ] = $group['ids'];
	}
	?>
	<div class="wrap site-companion-screen">
		<h1><?php esc_html_e( 'Order of questions', 'site-companion' ); ?></h1>
		<?php
		// phpcs:disable WordPress.Security.NonceVerification
		if ( isset( $_GET['updated'] ) ) {
			wp_admin_notice(
				esc_html__( 'Saved.', 'site-companion' ) . ' <a href="' . esc_url( site_address() . '/faq' ) . '">' . esc_html__( 'See it on the site', 'site-companion' ) . '</a>',
				array( 'type' => 'success' )
			);
		}
		if ( isset( $_GET['conflict'] ) ) {
			wp_admin_notice( __( 'Someone else has changed the questions in the meantime. Your order was not saved; this is the current one.', 'site-companion' ), array( 'type' => 'warning' ) );
		}
		// phpcs:enable
		?>
		<p><?php esc_html_e( 'The FAQ page shows the questions of each topic in this order. Drag them, or use the arrows.', 'site-companion' ); ?></p>
		<form method="post" action="<?php echo esc_url( admin_url( 'edit.php?post_type=faq&page=site-companion-question-order' ) ); ?>">
			<?php wp_nonce_field( 'site_companion_question_order' ); ?>
			<input type="hidden" name="site_companion_version" value="<?php echo esc_attr( version_of( wp_list_pluck( $questions, 'ID' ) ) ); ?>" />
			<?php render_form( $fields, $values ); ?>
			<div class="site-companion-save"><?php submit_button( __( 'Save order', 'site-companion' ) ); ?></div>
		</form>
	</div>
	<?php
}

/** A hash of the order, to detect that somebody else has changed it in the meantime. */
function version_of( array $ids ): string {
	return md5( (string) wp_json_encode( $ids ) );
}
